import { join } from "node:path"
import { createDiskImageStore } from "./disk-image-store.ts"
import type { ImageStore } from "./image-store.ts"
import type { S3Settings } from "./s3-client.ts"

interface StoreLocation {
  dataDir: string
  /** Without S3, images are in the data folder. */
  s3?: S3Settings | undefined
}

export async function openImageStore({ dataDir, s3 }: StoreLocation): Promise<ImageStore> {
  if (!s3) return createDiskImageStore(dataDir)
  // The S3 client is loaded only where it is needed, to save memory.
  const { createS3ImageStore } = await import("./s3-image-store.ts")
  return createS3ImageStore(s3, join(dataDir, "uploads"))
}
