// What `npm start` does once everything is installed and built: for containers, systemd and tests.
import { launch } from './run.mjs'
import { serve } from './serve.mjs'

launch(serve)
