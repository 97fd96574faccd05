import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { PATHS } from '#web/kit/paths.ts'
import { shownName } from './shown-name.ts'

/** The product that has a code already, by its name, to look at. */
export function TakenBy({ productId }: { productId: number }) {
  const { t, i18n } = useTranslation()
  const query = queryOf(adminProducts.read, { params: { id: String(productId) } })
  const { data } = useQuery({ ...query, meta: { showsOwnError: true } })
  const name = data ? shownName(data.names, i18n.language) : String(productId)
  return (
    <MuiLink
      component={Link}
      to={`${PATHS.products}/${productId}/edit`}
      target="_blank"
      rel="noopener"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, mx: 0.5 }}
    >
      {t('productForm.openHolder', { name })}
    </MuiLink>
  )
}
