// A merchant who imports, in its own process, so that the upload's cost doesn't slow the shoppers' requests. Each
// question imports a generated file and returns the seconds.
import { readArgument, reportReady } from './child.ts'
import { csvOf } from './import-files.ts'
import { importOverHttp } from './import-over-http.ts'

const { url, token, rows } = readArgument<{ url: string; token: string; rows: number }>()
const bytes = csvOf(rows)
reportReady(url, () => importOverHttp({ ready: { url } }, token, { name: 'other.csv', bytes }))
