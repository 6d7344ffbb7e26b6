"""Exported weights as a start for training on: each batch normalization was folded into the convolution
before it, and is put back."""

import torch


def unfolded(weights, model):
    """Exported weights as a state of the model, each batch normalization doing nothing but the bias."""
    state, used = model.state_dict(), set()
    for name in state:
        folded = name.removesuffix("1.bias") + "0.bias" if name.endswith("1.bias") else name
        if name in weights or folded in weights:
            source = name if name in weights else folded
            state[name] = weights[source]
            used.add(source)
        elif name.endswith("1.running_var"):
            state[name] = torch.full_like(state[name], 1 - 1e-5)
        elif not name.endswith(("1.weight", "1.running_mean", "1.num_batches_tracked")):
            raise ValueError(f"the exported weights have no {name}")
    if unused := weights.keys() - used:
        raise ValueError(f"the model has no {', '.join(sorted(unused))}")
    return state


@torch.no_grad()
def normalize(model, view):
    """Gives each batch normalization that does nothing the statistics of what it sees in the views
    [N, 3, H, W], and a weight and a bias that undo them: in training, where batches are normalized by
    their own statistics, the model then says what it said folded."""

    def settle(norm, inputs):
        variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
        norm.bias += mean
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)

    hooks = [m.register_forward_pre_hook(settle) for m in model.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    model.eval()(view)
    for hook in hooks:
        hook.remove()
    model.train()
