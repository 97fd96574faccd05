import { useQuery } from '@tanstack/react-query'
import { privacy } from '#contract/accounts/privacy.ts'
import { queryOf } from '#web/kit/api/query-of.ts'

const ownError = { meta: { showsOwnError: true } }

/** The operator's notices on personal data and on cameras. */
export const useNoticesOfShop = () => useQuery({ ...queryOf(privacy.notices), ...ownError })

/** What removing the account would currently mean. */
export const removalQuery = { ...queryOf(privacy.removal), staleTime: 0, ...ownError }
