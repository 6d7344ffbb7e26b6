#if !hasFeature(Embedded)
  internal import VisionCore

  /// The JavaScript through which the page reads what ``Interface`` describes.
  package enum InterfaceScript {
    package static var text: String {
      var lines = [
        "// Written by web-interface from Sources/Web/PlayfieldWeb/Interface: what the module's numbers mean.",
        "",
        "/** Of this very interface; the module's must be the same. */",
        "export const fingerprint = \(Interface.fingerprint);",
        "",
        "/** Of the project. */",
        "export const version = \"\(playfieldVersion)\";",
        "",
      ]
      for choices in Interface.choices {
        let names = choices.names.map { "\"\($0)\"" }.joined(separator: ", ")
        lines.append("export const \(choices.name) = [\(names)];")
      }
      lines.append("")
      for constant in Interface.constants {
        lines.append("export const \(constant.name) = \(number(constant.value));")
      }
      lines += [
        "",
        "const box = (numbers, at) => {",
        "  const [x, y, width, height] = numbers.subarray(at, at + 4);",
        "  return Number.isNaN(x) ? null : { x, y, width, height };",
        "};",
        "const optional = (number) => (Number.isNaN(number) ? null : number);",
      ]
      for record in Interface.records { lines += ["", self.record(record)] }
      return lines.joined(separator: "\n") + "\n"
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
