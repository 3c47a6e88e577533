//# allFunctionsCalledOnLoad
import{t as e}from"./modes-PA_Mi7KV.js";function t(t){return e.find(e=>e.toLowerCase()===t?.toLowerCase())??`none`}export{t};