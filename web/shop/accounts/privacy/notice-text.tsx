import Typography from '@mui/material/Typography'
import type { Notice } from '#contract/accounts/privacy.ts'

const HEADING = '# '

/** The paragraphs of a notice; one that begins with `# ` is a heading. */
export function NoticeText({ paragraphs, heading }: { paragraphs: Notice['paragraphs']; heading: 'h2' | 'h3' }) {
  // The same words may come twice, and nothing moves: places are keys.
  return paragraphs.map((paragraph, at) =>
    paragraph.startsWith(HEADING) ? (
      // oxlint-disable-next-line react/no-array-index-key
      <Typography key={at} variant={heading} sx={{ mt: at === 0 ? 0 : 1 }}>
        {paragraph.slice(HEADING.length)}
      </Typography>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Typography key={at} sx={{ maxWidth: '68ch', overflowWrap: 'anywhere' }}>
        {paragraph}
      </Typography>
    ),
  )
}
