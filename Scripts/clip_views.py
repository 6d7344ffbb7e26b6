"""Clips as they might have been filmed otherwise, for the checks of what is seen in them."""

import subprocess

HALF = "scale=trunc(iw/4)*2:trunc(ih/4)*2:flags=area"
# A poor camera in poor light.
DIM = ("format=gbrp,gblur=sigma=1.2,lutrgb=r=val*0.45:g=val*0.45:b=val*0.45,noise=alls=16:allf=t,"
       "format=yuv420p")


def show(clip, view, fps, folder):
    """The clip as FFmpeg's filter `view` shows it, in which {fps} is its rate; itself for None."""
    if view is None:
        return clip
    shown = folder / "shown.mp4"
    rate = ["-r", str(fps / 2)] if "select" in view else []
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", clip, "-vf", view.format(fps=fps), *rate,
                    "-an", "-crf", "18", shown], check=True)
    return shown
