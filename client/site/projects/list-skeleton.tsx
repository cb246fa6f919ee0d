import { errors } from "#client/app/failure-texts.ts"

export function ListSkeleton() {
  return (
    <div role="status">
      <p className="mb-6">{errors.projects.loading}</p>
      <div aria-hidden="true" className="grid gap-6 sm:grid-cols-2 md:grid-cols-3">
        {["first", "second", "third"].map((card) => (
          <div key={card} className="overflow-hidden rounded-box border border-base-300 bg-base-100">
            <div className="skeleton aspect-3/2" />
            <div className="space-y-3 p-5">
              <div className="skeleton h-6 w-3/4" />
              <div className="skeleton h-4 w-1/2" />
              <div className="skeleton h-16" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
