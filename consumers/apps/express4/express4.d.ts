/** The test installs Express 4 under this name, next to Express 5. */
declare module 'express4' {
  import express = require('express');
  export = express;
}
