import { SETTING_NAMES } from './config.ts'

const SECRET = /SECRET|TOKEN|CREDENTIALS|PASSWORD/

/** The settings that are set, as `NAME=value`; of secrets only that they are set, of URLs no user, password, path or query. */
export function settingsInForce(variables: Record<string, string | undefined>): string[] {
  return SETTING_NAMES.flatMap(name => {
    const [value, file] = [variables[name], variables[`${name}_FILE`]]
    if (file) return [`${name} from ${file}`]
    return value ? [`${name}=${SECRET.test(name) ? '(set)' : shown(value)}`] : []
  })
}

function shown(value: string): string {
  if (!/^[a-z]+:\/\//.test(value) || !URL.canParse(value)) return value
  const { protocol, host, username, pathname, search } = new URL(value)
  const rest = pathname.length > 1 || search !== '' ? '/…' : ''
  return `${protocol}//${username === '' ? '' : '…@'}${host}${rest}`
}
