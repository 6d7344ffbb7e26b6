import Testing

/// The exports as JavaScript calls them; their state is one for all, as in the module.
@Suite("The module's exports", .serialized)
struct ExportsTests {}
