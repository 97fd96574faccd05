import { inflateSync } from 'node:zlib'

/** The contents of a PDF of pdfkit: the sizes of its pages in millimetres, the texts of its operators, and all operators. */
export function readPdf(bytes: Buffer) {
  const latin = bytes.toString('latin1')
  const streams = [...latin.matchAll(/stream\n/g)]
    .filter(({ index }) => !latin.slice(0, index).endsWith('end'))
    .map(({ index }) => inflateSync(bytes.subarray(index + 7)).toString('latin1'))
  const content = streams.join('\n')
  const texts = [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
    new TextDecoder('windows-1252').decode(
      Buffer.from([...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join(''), 'hex'),
    ),
  )
  const sizes = [...latin.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const pages = sizes.map(([, w, h]) => [w, h].map(points => Math.round((Number(points) / 72) * 254) / 10))
  return { content, texts, pages }
}
