import type { ServerDomain } from "#server/domain.ts"
import { countImagesWithoutHash, hashImages } from "#server/images/hash-images.ts"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { takeCollection } from "#server/jobs/leases.ts"
import { measureImages } from "./queries.ts"
import { picturesRest } from "./rest.ts"
import { picturesRouter } from "./router.ts"

export const pictures = {
  routers: { pictures: picturesRouter },
  rest: picturesRest,
  tasks: {
    hourly: [
      {
        name: "collect image garbage",
        run: ({ isAlone, ...ctx }) =>
          collectImageGarbage(ctx, async () => isAlone || (await takeCollection(ctx.db, ctx.now()))),
      },
      { name: "hash images", run: hashImages },
    ],
  },
  gauges: {
    lisanga_images: {
      help: "Stored pictures, without their variants.",
      read: async ({ db }) => (await measureImages(db)).rows,
    },
    lisanga_images_bytes: {
      help: "Size of the stored pictures.",
      read: async ({ db }) => (await measureImages(db)).bytes ?? 0,
    },
    lisanga_pictures_waiting: {
      help: "Pictures that wait to be decoded or encoded on this instance.",
      read: async ({ variants }) => variants.countWaiting(),
    },
    lisanga_images_without_hash: {
      help: "Stored pictures whose perceptual hash is still to be computed.",
      read: ({ db }) => countImagesWithoutHash(db),
    },
  },
} satisfies ServerDomain
