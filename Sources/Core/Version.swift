/// The version of Playfield: program, library, report and page show it.
public let playfieldVersion = "0.1.0"
