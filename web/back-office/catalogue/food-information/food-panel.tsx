import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type AdminFood, foodInformation } from '#contract/catalogue/food-information.ts'
import type { MissingFoodPart } from '#domain/catalogue/missing-food-information.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

/** What distance selling demands and a food lacks. */
export function MissingFood({ missing }: Pick<AdminFood, 'missing'>) {
  const { t } = useTranslation()
  return (
    <Panel tone={missing.length > 0 ? 'attention' : 'fresh'}>
      <Box role="status">
        {missing.length > 0 ? `${t('foodForm.missing')} ${missingFoodText(missing, t)}.` : t('foodForm.complete')}
      </Box>
    </Panel>
  )
}

/** A product's food information on its page: what is missing, and the way to its form. */
export function FoodPanel({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const query = queryFor(foodInformation.getForAdmin, { params: { id: String(productId) } })
  const { data } = useQuery({ ...query, meta: { isBackground: true } })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('foodForm.panelTitle')}
      </Typography>
      {data && (
        <Box sx={{ mb: 1.5 }}>
          {data.missing.length > 0
            ? `${t('foodForm.missing')} ${missingFoodText(data.missing, t)}.`
            : t('foodForm.complete')}
        </Box>
      )}
      <Button variant="outlined" component={Link} to={`${PATHS.products}/${productId}/food`}>
        {t('foodForm.edit')}
      </Button>
    </Panel>
  )
}

const IN_A_LANGUAGE = ['name', 'ingredients', 'storage', 'origin']

/** What is missing of a food, in words: "ingredients (Swedish), allergens". */
export const missingFoodText = (missing: readonly MissingFoodPart[], t: Translate): string =>
  missing
    .map(({ part, languages }) => {
      const name = t(`foodForm.parts.${part}`)
      if (!IN_A_LANGUAGE.includes(part)) return name
      return t('foodForm.missingPart', {
        part: name,
        languages: languages.map(language => t(`foodForm.languages.${language}`)).join(', '),
      })
    })
    .join(', ')
