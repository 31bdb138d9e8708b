// Shows running steps and their time: one live line in a terminal, an occasional line elsewhere.
const running = new Map()
let timer

/** Shows progress and duration of `work`. Errors get the title in front. */
export async function withProgress(title, work) {
  running.set(title, performance.now())
  if (!process.stdout.isTTY) console.log(`  ${title} ...`)
  timer ??= setInterval(show, process.stdout.isTTY ? 250 : 10_000)
  try {
    const result = await work()
    line(`  ${title}: ${seconds(title)}`)
    return result
  } catch (error) {
    throw new Error(`${title} failed:\n${error.message}`, { cause: error })
  } finally {
    running.delete(title)
    if (running.size === 0) timer = clearInterval(timer)
  }
}

const seconds = (title) => `${((performance.now() - running.get(title)) / 1000).toFixed(1)} s`

function show() {
  const text = [...running.keys()].map((title) => `${title} ${seconds(title)}`).join(', ')
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K  ${text}`)
  else console.log(`  still working: ${text}`)
}

function line(text) {
  console.log(process.stdout.isTTY ? `\r\x1b[K${text}` : text)
}
