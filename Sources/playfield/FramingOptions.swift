import ArgumentParser

/// How still pictures are brought before the network; the frames of a film are looked at otherwise.
struct FramingOptions: ParsableArguments {
  @Option(
    help: """
      How a picture is brought to the network's shape: scale-to-fit (all of it, with grey borders), \
      scale-to-fill (stretched) or center-crop.
      """)
  var cropAndScale = CropAndScaleArgument.scaleToFit
}
