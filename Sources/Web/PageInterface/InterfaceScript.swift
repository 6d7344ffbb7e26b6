#if !hasFeature(Embedded)
  internal import VisionCore

  extension PageInterface {
    /// Writes the JavaScript through which the page reads what is described here.
    ///
    /// - Parameter folder: Where it is described, from `Sources/Web`.
    /// - Returns: The text of its file.
    package func script(from folder: String) -> String {
      var lines = [
        "// Written by web-interface from Sources/Web/\(folder): what the module's numbers mean.",
        "",
        "/** Of this very interface; the module's must be the same. */",
        "export const fingerprint = \(fingerprint);",
        "",
        "/** Of the project. */",
        "export const version = \"\(playfieldVersion)\";",
        "",
      ]
      for choices in choices {
        let names = choices.names.map { "\"\($0)\"" }.joined(separator: ", ")
        lines.append("export const \(choices.name) = [\(names)];")
      }
      if !constants.isEmpty { lines.append("") }
      for constant in constants {
        lines.append("export const \(constant.name) = \(Self.number(constant.value));")
      }
      lines.append("")
      if hasBoxes {
        lines += [
          "const box = (numbers, at) => {",
          "  const [x, y, width, height] = numbers.subarray(at, at + 4);",
          "  return Number.isNaN(x) ? null : { x, y, width, height };",
          "};",
        ]
      }
      lines.append("const optional = (number) => (Number.isNaN(number) ? null : number);")
      for record in records { lines += ["", Self.record(record)] }
      return lines.joined(separator: "\n") + "\n"
    }

    private var hasBoxes: Bool {
      records.contains { record in
        record.fields.contains { if case .box = $0.kind { true } else { false } }
      }
    }

    private static func record(_ record: RecordShape) -> String {
      var lines = [
        "export const \(record.name) = {",
        "  length: \(record.length),",
        "  read: (numbers, at) => ({",
      ]
      var place = 0
      for field in record.fields {
        let first = "numbers[\(offset(place))]"
        let value =
          switch field.kind {
          case .number: first
          case .optional: "optional(\(first))"
          case .flag: "\(first) !== 0"
          case .choice(let choices): "\(choices)[\(first)]"
          case .box: "box(numbers, \(offset(place)))"
          case .numbers(let count):
            "[...numbers.subarray(\(offset(place)), \(offset(place + count)))]"
          }
        lines.append("    \(field.name): \(value),")
        place += field.kind.length
      }
      lines += ["  }),", "};"]
      return lines.joined(separator: "\n")
    }

    private static func offset(_ place: Int) -> String { place == 0 ? "at" : "at + \(place)" }

    private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
  }
#endif
