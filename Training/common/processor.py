"""What the processor that trains is good at."""

import torch

# An x86 processor without instructions for bf16 computes it about ten times slower than f32.
HAS_BF16 = torch.cpu.get_capabilities().get("avx512_bf16", False)


def fast_bf16(device="cpu"):
    """A context that computes in bfloat16 where that is fast."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda" or HAS_BF16)
