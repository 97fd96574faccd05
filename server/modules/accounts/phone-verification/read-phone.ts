// The metadata of mobile numbers alone: a premium or land line number is no number to send an SMS to.
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import { refuse } from '#server/platform/http/refusal.ts'

/** Parts of a country whose numbers have a country code of their own to the library: Åland, Svalbard. */
const BELONGS_TO: Readonly<Record<string, string>> = { AX: 'FI', SJ: 'NO' }

/** The number in E.164; one without a country code is read as of the first country. */
export function readPhone(typed: string, countries: readonly string[]) {
  // Configured as text: the library answers undefined for a country that it does not know.
  const home = countries[0] as CountryCode | undefined
  const phone = parsePhoneNumberFromString(typed, home)
  if (!phone?.isPossible() || phone.ext) return refuse('verification.phoneInvalid')
  const country = phone.country ?? ''
  if (!countries.includes(BELONGS_TO[country] ?? country)) return refuse('verification.countryNotAllowed')
  return phone.isValid() ? phone.number : refuse('verification.phoneInvalid')
}
