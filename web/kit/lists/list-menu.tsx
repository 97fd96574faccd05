import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestUrl } from '#web/kit/api/request-url.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'

// MUI makes them lower on wide screens.
const item = { minHeight: { xs: 48, sm: 48 } } as const

function MenuButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  useBackCloses(anchor !== null, close)
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { role: 'region', 'aria-label': label } }}
      >
        {children(close)}
      </Menu>
    </>
  )
}

type ColumnsMenuProps = {
  columns: readonly { name: string; label: string }[]
  shown: readonly string[]
  onChange: (shown: readonly string[]) => void
}

/** Selects the columns of the table. */
export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const toggle = (name: string) =>
    columns.map(column => column.name).filter(each => (each === name ? !shown.includes(each) : shown.includes(each)))
  return (
    <MenuButton label={t('lists.columns')}>
      {() =>
        columns.map(({ name, label }) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => onChange(toggle(name))}
            sx={item}
          >
            <Box component="span" sx={{ display: 'inline-flex', width: 36, color: 'primary.main' }}>
              {shown.includes(name) && <CheckIcon size={22} />}
            </Box>
            {label}
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}

type ExportMenuProps = {
  endpoints: { csv: Endpoint; xlsx: Endpoint }
  params: Readonly<Record<string, string | number>>
  query: Readonly<Record<string, string>>
}

/** Exports the list, with all its pages, as a file. */
export function ExportMenu({ endpoints, params, query }: ExportMenuProps) {
  const { t } = useTranslation()
  const files = [
    [t('lists.xlsx'), endpoints.xlsx],
    [t('lists.csv'), endpoints.csv],
  ] as const
  return (
    <MenuButton label={t('lists.export')}>
      {close =>
        files.map(([label, endpoint]) => (
          <MenuItem
            key={label}
            component="a"
            href={requestUrl(endpoint, { params, query })}
            download
            onClick={close}
            sx={item}
          >
            {label}
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}
