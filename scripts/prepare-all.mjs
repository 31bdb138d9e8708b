// `npm run build`: prepares all that `npm start` prepares, without starting the server.
import { prepare } from './prepare.mjs'

await prepare(['database', 'relay', 'build'])
