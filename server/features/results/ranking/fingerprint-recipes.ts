/** How anybody checks every line of a list's text and gets its fingerprint, with what their computer has. */
export const fingerprintRecipes: readonly { name: string; code: string }[] = [
  {
    name: 'sha256sum',
    code: `while read -r hash text; do
  [ -z "$text" ] || [ "$(printf %s "$text" | sha256sum | cut -c1-64)" = "$hash" ] || echo "changed: $hash $text"
done < list.txt
cut -c1-64 list.txt | sha256sum | cut -c1-64`,
  },
  {
    name: 'Python',
    code: `import hashlib
sha256 = lambda text: hashlib.sha256(text.encode()).hexdigest()
lines = open('list.txt', encoding='utf-8', newline='\\n').read().split('\\n')[:-1]
for line in lines:
    if line[65:] and sha256(line[65:]) != line[:64]:
        print('changed:', line)
print(sha256(''.join(line[:64] + '\\n' for line in lines)))`,
  },
  {
    name: 'Node.js',
    code: `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const lines = readFileSync('list.txt', 'utf8').split('\\n').slice(0, -1)
for (const line of lines)
  if (line.length > 64 && sha256(line.slice(65)) !== line.slice(0, 64)) console.log('changed:', line)
console.log(sha256(lines.map((line) => line.slice(0, 64) + '\\n').join('')))`,
  },
]
