import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { choiceLook } from '#web/kit/ui/choice-look.ts'
import { usePreorderPlace, VIEWS } from './use-preorder-place.ts'

/** The views of the page: of the same event and store. */
export function ViewLinks() {
  const { t } = useTranslation()
  const { view, queryOfView } = usePreorderPlace()
  return (
    <Box component="nav" aria-label={t('adminPreorders.views')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {VIEWS.map(each => (
        <ButtonBase
          key={each}
          component={Link}
          to={`${PATHS.preorders}${queryOfView(each)}`}
          aria-current={each === view ? 'page' : undefined}
          sx={choiceLook}
        >
          {t(`adminPreorders.view.${each}`)}
        </ButtonBase>
      ))}
    </Box>
  )
}
