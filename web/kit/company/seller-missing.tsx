import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { SellerPart } from '#contract/administration/seller.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

type SellerMissingProps = {
  missing: readonly SellerPart[]
  title: string
  text: string
  /** For pages where leaving would lose something typed. */
  inNewTab?: boolean
}

const link = { display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 650 }

/** What the shop lacks of its seller's details and terms, each with a link to the page where it is entered. */
export function SellerMissing({ missing, title, text, inNewTab = false }: SellerMissingProps) {
  const { t } = useTranslation()
  return (
    <Panel tone="attention">
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ mt: 0.5 }}>{text}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {missing.map(part => (
          <li key={part}>
            <MuiLink
              component={Link}
              to={part === 'terms' ? `${PATHS.settings}/terms` : PATHS.settings}
              {...(inNewTab && { target: '_blank' })}
              sx={link}
            >
              {inNewTab ? t('seller.inNewTab', { part: t(`seller.parts.${part}`) }) : t(`seller.parts.${part}`)}
            </MuiLink>
          </li>
        ))}
      </Box>
    </Panel>
  )
}
