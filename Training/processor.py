"""What the processor that trains is good at."""

import torch

# An x86 processor without instructions for bf16 computes it about ten times slower than f32.
HAS_BF16 = torch.cpu.get_capabilities().get("avx512_bf16", False)
