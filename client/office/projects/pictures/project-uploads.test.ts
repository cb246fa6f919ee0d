import { expect, test } from "vitest"
import { createPngDeclaring } from "#server/testing/image-files.ts"
import { createProjectUploads } from "./project-uploads.ts"

test("a picture beyond the limits is rejected when it is measured, and named to whoever watches", async () => {
  const { add, getQueue, waitUntilIdle, watchRejected } = createProjectUploads([])
  const rejected = watchRejected()
  const huge = await createPngDeclaring(20_001, 10_000)
  add([new File([await huge.arrayBuffer()], "plan.png", { type: "image/png" })])
  await waitUntilIdle()
  expect(getQueue().pictures).toEqual([])
  expect(rejected()).toMatchObject([{ fileName: "plan.png", reason: expect.stringMatching(/^Image trop grande/) }])
})
