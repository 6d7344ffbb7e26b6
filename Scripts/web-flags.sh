# How sources are compiled for the browser; read by the scripts that do it.

# Asked of the compiler: where swiftly manages toolchains, swiftc itself lies beside no other tool.
resources=$(swiftc -print-target-info 2> /dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p') || true
if [ -z "$resources" ]; then
  echo "no swiftc; install the Swift toolchain that README.md names" >&2
  exit 1
fi
toolchain=$(cd "$resources/../../bin" && pwd)
triple=wasm32-unknown-none-wasm
c_flags=(--target=$triple -O2 -ffreestanding -fno-builtin -msimd128 -mbulk-memory
  -std=c17 -Wall -Wextra -Werror)
# The language settings are those of Package.swift.
swift_flags=(
  -target $triple -enable-experimental-feature Embedded -enable-experimental-feature Extern
  -wmo -parse-as-library -Xfrontend -disable-stack-protector -Xcc -msimd128 -Xcc -mbulk-memory
  -I Sources/Core/CWebRuntime/include -I Sources/Core/CPortableMaths/include
  -swift-version 6 -package-name playfield -warnings-as-errors
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature InternalImportsByDefault -enable-experimental-feature Lifetimes
)
# Rules and records are compiled small, what goes over pixels and networks fast: a visitor waits for the
# module's bytes.
small_modules=(DiceGame RaceGame BeanBagToss TossReportPage PageInterface PlayfieldWeb PlayfieldToss)
link_flags=(--no-entry --gc-sections --stack-first -z stack-size=1048576 --strip-all
  --initial-memory=4194304 --max-memory=1073741824)
# Binaryen's optimizer makes the module an eighth smaller, and no faster. What it may use is said here, as a
# stripped module does not say it.
optimizer_flags=(-O3 --enable-simd --enable-bulk-memory --enable-mutable-globals --enable-sign-ext
  --enable-nontrapping-float-to-int)
