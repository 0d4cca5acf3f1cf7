export default URL
