import { useQuery } from '@tanstack/react-query'
import { privacy } from '#contract/accounts/privacy.ts'
import { queryFor } from '#web/kit/api/query-for.ts'

const ownError = { meta: { handlesOwnError: true } }

/** The operator's notices on personal data and on cameras. */
export const useNoticesOfShop = () => useQuery({ ...queryFor(privacy.notices), ...ownError })

/** What removing the account would currently mean. */
export const removalQuery = { ...queryFor(privacy.removal), staleTime: 0, ...ownError }
