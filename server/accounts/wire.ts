import { AppError, toAppError } from "#server/errors.ts"

/** A registration as the REST call names its fields (specification §7); the procedure judges what it is given. */
export function fromWire(body: unknown): never {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body as never
  const { confirm_password: confirmPassword, ...fields } = body as Record<string, unknown>
  return { ...fields, confirmPassword } as never
}

export async function inWireNames<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const refused = toAppError(error)
    if (!refused.fields) throw error
    const { confirmPassword, ...fields } = refused.fields
    throw new AppError(refused.code, refused.message, {
      fields: confirmPassword ? { ...fields, confirm_password: confirmPassword } : fields,
      cause: error,
    })
  }
}
