import { screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { SectionIndex } from './section-index.tsx'

function LongPage({ titles }: { titles: readonly string[] }) {
  const content = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(titles)
  return (
    <>
      <SectionIndex within={content} />
      <div ref={content}>
        {shown.map(title => (
          <section key={title} aria-labelledby={title}>
            <h2 id={title}>{title}</h2>
          </section>
        ))}
      </div>
      <button onClick={() => setShown([...shown, 'Photos'])}>Load</button>
    </>
  )
}
const getLinks = () => [...screen.getByRole('navigation').querySelectorAll('button')].map(each => each.textContent)

test('each section is a link that moves the focus to its heading, also one that comes later', async () => {
  const user = renderPart(<LongPage titles={['Codes', 'Price', 'Texts', 'Sale']} />)
  expect(getLinks()).toEqual(['Codes', 'Price', 'Texts', 'Sale'])
  await user.click(screen.getByRole('button', { name: 'Load' }))
  await user.click(await screen.findByRole('button', { name: 'Photos' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Photos' }))
})

test('a short page has no index', () => {
  renderPart(<LongPage titles={['Codes', 'Price', 'Texts']} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
