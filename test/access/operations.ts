import { COMMON_ERRORS, type Endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/error-codes.ts'
import { contract } from '#contract/index.ts'

/** One operation of the API, by its name in the contract. */
export type Operation = Endpoint & { name: string }

const resources: Record<string, Record<string, Endpoint>> = contract

/** All operations; new ones of the contract are included automatically. */
export const operations: Operation[] = Object.entries(resources).flatMap(([resource, byAction]) =>
  Object.entries(byAction).map(([name, declared]) => ({ ...declared, name: `${resource}.${name}` })),
)

export const operationNamed = (name: string): Operation => {
  const found = operations.find(each => each.name === name)
  if (!found) throw new Error(`The contract has no operation ${name}`)
  return found
}

export const isUnsafe = ({ method }: Endpoint): boolean => method !== 'GET'

/** The address with this value for each parameter. */
export const getAddress = ({ path }: Endpoint, value: string | number): string =>
  `/api/${path.replaceAll(/:\w+/g, String(value))}`

/** The statuses that an operation may return to a permitted caller. */
export const promisedStatuses = ({ status = 200, errors }: Endpoint): number[] => [
  status,
  ...[...errors, ...COMMON_ERRORS].map(code => ERRORS[code].status).filter(each => each < 500),
]
