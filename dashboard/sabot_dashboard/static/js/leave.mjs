// The way out.

import { post } from "./desk.mjs";
import { by } from "./page.mjs";

by("log-out").addEventListener("click", () => post("/leave", {}, ({ to }) => location.assign(to)));
