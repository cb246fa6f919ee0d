import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import { PHONE_INVALID } from "#server/contract/phone-field.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { parsePhoneNumber } from "#server/phone-number.ts"

/** The messages by the path of their field. */
type Faults = Record<string, string>

/**
 * Returns what nobody means to publish at that moment. The schemas allow it, since content that was published with it
 * must stay readable.
 */
export function findFaults(page: ContentSlug, content: unknown, at: Date): Faults {
  if (page === "parametres") return faultsOfAddresses(content as ContentOf<"parametres">)
  if (page === "annonce") return faultsOfAnnouncement(content as ContentOf<"annonce">, at)
  if (page !== "entreprise") return {}
  const company = content as ContentOf<"entreprise">
  return { ...faultsOfHours(company), ...faultsOfNumbers(company) }
}

function faultsOfAnnouncement({ text, from, until }: ContentOf<"annonce">, at: Date): Faults {
  if (text === "" || until === "") return {}
  if (until <= from) return { until: responseTexts.endsBeforeStart }
  return parseKinshasaTime(until) <= at ? { until: responseTexts.endsInPast } : {}
}

function faultsOfAddresses({ messages: { notify } }: ContentOf<"parametres">): Faults {
  const addresses = notify.map((address) => address.toLowerCase())
  const repeated = [...addresses.keys()].filter((index) => addresses.indexOf(addresses[index] ?? "") < index)
  return Object.fromEntries(repeated.map((index) => [`messages.notify.${index}`, responseTexts.addressRepeated]))
}

const DAY_MINUTES = 24 * 60

function faultsOfHours({ hours }: ContentOf<"entreprise">): Faults {
  const isOrdered = (text: string) => {
    const times = Array.from(text.matchAll(/(\d+)h(\d*)/g), ([, hour, minute]) => Number(hour) * 60 + Number(minute))
    // A period that ends at 0h00 ends with the day.
    const ordered = times.map((time, index) => (index % 2 === 1 && time === 0 ? DAY_MINUTES : time))
    return ordered.every((time, index) => time > (ordered[index - 1] ?? -1) && time <= DAY_MINUTES)
  }
  const faulty = Object.entries(hours).filter(([, text]) => !isOrdered(text))
  return Object.fromEntries(faulty.map(([day]) => [`hours.${day}`, responseTexts.hoursOutOfOrder]))
}

function faultsOfNumbers({ contact: { phone, whatsapp } }: ContentOf<"entreprise">): Faults {
  const faulty = Object.entries({ phone, whatsapp }).filter(([, number]) => number && !parsePhoneNumber(number))
  return Object.fromEntries(faulty.map(([name]) => [`contact.${name}`, PHONE_INVALID]))
}
