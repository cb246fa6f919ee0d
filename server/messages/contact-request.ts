import * as z from "zod/mini"
import { AnyContactRequest, isReachable, PHONE_MAX } from "#server/contract/messages.ts"
import { PHONE_INVALID } from "#server/contract/phone-field.ts"
import { withoutInvisible } from "#server/contract/without-invisible.ts"
import { parsePhoneNumber } from "#server/phone-number.ts"

/** The empty text counts as no number. */
const PhoneNumber = z.pipe(
  z.string(PHONE_INVALID).check(
    z.overwrite((text) => withoutInvisible(text).trim()),
    z.maxLength(PHONE_MAX, { error: PHONE_INVALID, abort: true }),
    z.overwrite((text) => parsePhoneNumber(text) ?? text),
    z.refine((text) => text === "" || parsePhoneNumber(text) === text, PHONE_INVALID),
  ),
  z.transform((text) => text || undefined),
)

/** A contact request whose telephone number is in the international form of ITU-T E.164. */
export const ContactRequest = z.extend(AnyContactRequest, { phone: z.optional(PhoneNumber) }).check(isReachable)
