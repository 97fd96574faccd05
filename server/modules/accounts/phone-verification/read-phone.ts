// Only the metadata of mobile numbers: SMS must not go to premium or landline numbers.
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import { refuse } from '#server/platform/http/refusal.ts'

/** Territories to which the library assigns a country code of their own: Åland, Svalbard. */
const BELONGS_TO: Readonly<Record<string, string>> = { AX: 'FI', SJ: 'NO' }

/** Returns the number in E.164. A number without a country code is read as one of the first country. */
export function readPhone(typed: string, countries: readonly string[]) {
  // The configured value is any text: the library returns undefined for an unknown country.
  const home = countries[0] as CountryCode | undefined
  const phone = parsePhoneNumberFromString(typed, home)
  if (!phone?.isPossible() || phone.ext) return refuse('verification.phoneInvalid')
  const country = phone.country ?? ''
  if (!countries.includes(BELONGS_TO[country] ?? country)) return refuse('verification.countryNotAllowed')
  return phone.isValid() ? phone.number : refuse('verification.phoneInvalid')
}
