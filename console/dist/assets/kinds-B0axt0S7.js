//# allFunctionsCalledOnLoad
import{mt as e}from"./parts-DD3Ujzlx.js";function t(t,n){return e(n.devices.kinds,t)??t}export{t};