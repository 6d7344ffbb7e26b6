"""Settings of the renderer, Cycles on the processor."""

import bpy


def set_up(width, height, samples, threads=1, translucent=False):
    """Few bounces, except where light must find its way through a translucent die."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"
    cycles = scene.cycles
    cycles.device, cycles.samples = "CPU", samples
    cycles.use_adaptive_sampling = cycles.use_light_tree = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces = 8 if translucent else 3
    cycles.diffuse_bounces, cycles.glossy_bounces = 2, 2
    cycles.transmission_bounces = 8 if translucent else 0
    cycles.transparent_max_bounces = 8 if translucent else 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4


def render_to(path):
    """Renders the current frame to an OpenEXR file of linear light."""
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
