"""Shader graphs in a few words: nodes by type, inputs by name."""

import colorsys

import bpy


class Graph:
    """A material under construction.

    An input may be a number, a colour, a vector, or the output of another node.
    """

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.links = self.material.node_tree.links
        self.nodes.clear()

    def node(self, kind, inputs=None, **settings):
        """Adds `ShaderNode<kind>`; returns the node."""
        node = self.nodes.new("ShaderNode" + kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            self.set(node.inputs[name], value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.links.new(value, socket)
        elif socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def position(self, scale=1.0, source="Object", stretch=(1, 1, 1), turn=0.0):
        """Coordinates in the object's own space."""
        scales = [scale * s for s in stretch]
        return self.node("Mapping", {"Vector": self.node("TexCoord").outputs[source],
                                     "Scale": scales, "Rotation": (0, 0, turn)}).outputs[0]

    def noise(self, vector, scale, detail=2.0, distortion=0.0, each=False):
        """Noise in 0...1; with `each`, every object that shares the material has its own."""
        inputs = {"Vector": vector, "Scale": scale, "Detail": detail, "Distortion": distortion}
        if each:
            chance = self.node("ObjectInfo").outputs["Random"]
            inputs["W"] = self.math("MULTIPLY", chance, 80)
        return self.node("TexNoise", inputs, noise_dimensions="4D" if each else "3D").outputs[0]

    def math(self, operation, a, b=0.0):
        return self.node("Math", {0: a, 1: b}, operation=operation).outputs[0]

    def ramp(self, factor, stops):
        """Colours along `factor`: a list of (position, colour)."""
        node = self.node("ValToRGB", {"Fac": factor})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position, element.color = position, (*colour, 1)
        return node.outputs[0]

    def mix(self, factor, a, b):
        """Colour a, b, or between."""
        node = self.node("Mix", data_type="RGBA")
        for socket, value in zip((node.inputs[0], node.inputs[6], node.inputs[7]), (factor, a, b)):
            self.set(socket, value)
        return node.outputs[2]

    def span(self, factor, low, high):
        """Stretches 0...1 to low...high."""
        return self.node("MapRange", {"Value": factor, "To Min": low, "To Max": high}).outputs[0]

    def bump(self, height, strength, distance=0.02):
        return self.node("Bump", {"Height": height, "Strength": strength,
                                  "Distance": distance}).outputs[0]

    def surface(self, colour, roughness=0.4, **inputs):
        """Ends the graph with a Principled surface; extra inputs have underscores for spaces."""
        named = {name.replace("_", " "): value for name, value in inputs.items()}
        named |= {"Base Color": colour, "Roughness": roughness}
        return self.finish(self.node("BsdfPrincipled", named).outputs[0])

    def finish(self, shader):
        self.node("OutputMaterial", {"Surface": shader})
        return self.material


def linear(red, green, blue):
    """A colour as seen on a screen (0...1) in the renderer's linear light."""
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
                 for c in (red, green, blue))


def hsv(hue, saturation, value):
    """A screen colour by hue (0...1, wraps), saturation and value, in linear light."""
    return linear(*colorsys.hsv_to_rgb(hue % 1, saturation, value))


def brightness(colour):
    return 0.21 * colour[0] + 0.72 * colour[1] + 0.07 * colour[2]
