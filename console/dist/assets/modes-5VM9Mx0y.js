//# allFunctionsCalledOnLoad
import{t as e}from"./modes-4KW-Xhjg.js";function t(t){return e.find(e=>e.toLowerCase()===t?.toLowerCase())??`none`}export{t};