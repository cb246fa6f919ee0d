import { expect, test } from "vitest"
import { runCommand, spawnCommand } from "#server/testing/run-command.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

test.each(["account", "audit", "backup", "restore", "move", "images", "content"])(
  "npm run %s is a process that prints its help, as it does where nothing is asked of it, but then exits with 1",
  { timeout: 60_000 },
  async (name) => {
    const environment = { DATA_DIR: "/nowhere/at/all" }
    const help = await spawnCommand(name, ["--help"], { environment })
    expect(help).toMatchObject({ status: 0, stderr: "" })
    expect(help.stdout).toContain(`npm run ${name} -- `)
    expect(await runCommand(name, [], { environment })).toEqual({ ...help, status: 1 })
  },
)

test("a process reads its standard input, and its failure is one line and exit code 1", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: folder.path }
  const create = (input: string) =>
    spawnCommand("account", ["create", "d@exemple.cd", "Direction"], { environment, input })
  expect(await create("court\n")).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) })
  expect(await create(`${TEST_PASSWORD}\n`)).toEqual({
    status: 0,
    stdout: "Administrateur créé : d@exemple.cd\n",
    stderr: "",
  })
})
