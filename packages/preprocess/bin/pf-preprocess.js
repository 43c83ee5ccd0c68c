#!/usr/bin/env node
// Stands in the repository so that an installation finds it there before the first build.
import '../dist/cli.js';
