/** The cells of a CSV file for a Finnish spreadsheet whose cells contain no semicolons or quotes. */
export const readCells = (text: string): string[][] =>
  text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';').map(cell => cell.replaceAll('"', '')))
