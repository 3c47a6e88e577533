import base from "./vite.config";

const token = process.env.TOKEN;
const c = structuredClone({ ...base, plugins: undefined });
for (const p of Object.values(c.server.proxy)) p.headers = { Authorization: `Bearer ${token}` };
export default { ...base, server: c.server };
