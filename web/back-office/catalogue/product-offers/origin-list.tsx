import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { productOffers } from '#contract/catalogue/product-offers.ts'
import { FOOD_LANGUAGES } from '#domain/catalogue/food-information.ts'
import { dayText } from '#domain/format/day-text.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const LINKS = [
  ['https://world.openfoodfacts.org', 'Open Food Facts'],
  ['https://opendatacommons.org/licenses/odbl/1-0/', 'ODbL 1.0'],
  ['https://creativecommons.org/licenses/by-sa/3.0/', 'CC BY-SA 3.0'],
] as const

/** Where data is from, as its licences demand, and what that means. `on`: when it was asked for. */
export function SourceNote({ on }: { on?: string }) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" color="textSecondary">
      {on !== undefined && `${t('productOffer.asked', { day: on })} `}
      {t('productOffer.compare')}{' '}
      {LINKS.map(([href, text]) => (
        <MuiLink
          key={href}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, mr: 1.5 }}
        >
          {text}
        </MuiLink>
      ))}
    </Typography>
  )
}

/** What a product has from a source, besides its food information; nothing if it has nothing. */
export function OriginList({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const query = queryOf(productOffers.origins, { params: { id: String(productId) } })
  const { data = [] } = useQuery({ ...query, meta: { isBackground: true } })
  if (data.length === 0) return null
  const labelOf = (field: string) => {
    const language = FOOD_LANGUAGES.find(each => field === `names.${each}`)
    if (language) return t(`productForm.names.${language}`)
    return t(field === 'content' ? 'productOffer.parts.content' : 'productOffer.parts.picture')
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('productOffer.origins')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5 }}>
        {data.map(({ field, source, on }, index) => (
          // Several pictures may be from one source.
          <li key={`${field} ${String(index)}`}>
            {labelOf(field)}: {t('foodForm.from', { source: t(`foodForm.sources.${source}`), day: dayText(on) })}
          </li>
        ))}
      </Box>
      <SourceNote />
    </Panel>
  )
}
