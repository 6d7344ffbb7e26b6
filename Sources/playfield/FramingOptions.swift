import ArgumentParser

/// How pictures and the frames of films are brought before the network.
struct FramingOptions: ParsableArguments {
  @Option(
    help: """
      How a picture is brought to the network's shape: scale-to-fit (all of it, with grey borders), \
      scale-to-fill (stretched) or center-crop.
      """)
  var cropAndScale = CropAndScaleArgument.scaleToFit
}
